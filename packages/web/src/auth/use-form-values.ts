import { type FormEvent, useState } from 'react';

export type FormValues = Readonly<Record<string, string>>;

/** Handles a form: its values as text, one try at a time, and what went wrong with the last. */
export function useFormValues(handle: (values: FormValues) => Promise<void>) {
  const [error, setError] = useState<unknown>();
  const [isBusy, setIsBusy] = useState(false);
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const values = Object.fromEntries(
      [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]),
    );
    setIsBusy(true);
    setError(undefined);
    try {
      await handle(values);
    } catch (failure) {
      setError(failure);
    } finally {
      setIsBusy(false);
    }
  };
  return { onSubmit, error, isBusy };
}
