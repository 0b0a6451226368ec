import { call } from '../api/call.ts';
import { useTexts } from '../i18n/language.tsx';
import { NewPasswordField } from './fields.tsx';
import { LinkPage } from './link-page.tsx';

export function ResetPage() {
  const texts = useTexts('auth');
  return (
    <LinkPage
      title={texts.resetTitle}
      note={texts.resetNote}
      action={texts.setPassword}
      send={(token, { password = '' }) => call('resetPassword', { body: { token, password } })}
    >
      <NewPasswordField />
    </LinkPage>
  );
}
