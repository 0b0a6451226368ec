export type FormValues = Readonly<Record<string, string>>;

export function readFormValues(form: HTMLFormElement): FormValues {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
}
