/** The screen that most visits begin at: its code is asked for before the program that draws it is here. */
export const automationsScreen = () => import("./automations/automations-screen.tsx");
