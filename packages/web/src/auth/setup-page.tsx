import { call } from '../api/call.ts';
import { useTexts } from '../i18n/language.tsx';
import { EmailField, NameField, NewPasswordField } from './fields.tsx';
import { LinkPage } from './link-page.tsx';

export function SetupPage() {
  const texts = useTexts('auth');
  return (
    <LinkPage
      title={texts.setupTitle}
      note={texts.setupNote}
      action={texts.begin}
      send={(token, { name = '', email = '', password = '' }) =>
        call('setUp', { body: { token, name, email, password } })
      }
    >
      <NameField />
      <EmailField />
      <NewPasswordField />
    </LinkPage>
  );
}
