/** The screens that most visits begin at: their code is asked for before the program that draws them is here. */
export const automationsScreen = () => import("./automations/automations-screen.tsx");
export const builderScreen = () => import("./builder/builder-screen.tsx");
