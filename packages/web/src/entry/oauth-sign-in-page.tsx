import { Button } from '@mantine/core';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { useTexts } from '../texts/language.tsx';
import { EntryPage } from './entry-page.tsx';
import { entryTexts } from './entry-texts.ts';
import { EmailField, PasswordField } from './fields.tsx';
import { answerOAuth } from './oauth-request.ts';
import { useFormValues } from './use-form-values.ts';

export function OAuthSignInPage() {
  const texts = useTexts(entryTexts);
  const form = useFormValues(({ email, password }) =>
    answerOAuth('/sign-in/email', { email, password }),
  );
  return (
    <EntryPage title={texts.connectSignIn}>
      {form.error !== undefined && <ErrorNotice error={form.error} />}
      <form onSubmit={form.onSubmit}>
        <EmailField />
        <PasswordField />
        <Button type="submit" fullWidth mt="lg" loading={form.isBusy}>
          {texts.signIn}
        </Button>
      </form>
    </EntryPage>
  );
}
