import { describeError } from "../data/failures/describe-error.ts";
import { useCreateTag } from "../data/reference.ts";
import { useText } from "../i18n/use-text.ts";
import { toast } from "../ui/dialogs/toast.ts";
import type { Creation } from "../ui/fields/use-creation.ts";

/** Makes tags of names that nothing has yet. */
export function useTagCreation(): Creation {
  const t = useText("forms");
  const { mutateAsync } = useCreateTag();
  return {
    label: (name) => t("picker.tag.create", { name }),
    create: (name) =>
      mutateAsync(name).then(
        ({ id }) => id,
        (error: unknown) => {
          const { title, advice } = describeError(error);
          toast.error(t("picker.tag.notCreated", { name }), { description: `${title}. ${advice}` });
          return null;
        },
      ),
  };
}
