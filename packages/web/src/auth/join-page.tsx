import { call } from '../api/call.ts';
import { useTexts } from '../i18n/language.tsx';
import { NameField, NewPasswordField } from './fields.tsx';
import { LinkPage } from './link-page.tsx';

export function JoinPage() {
  const texts = useTexts('auth');
  return (
    <LinkPage
      title={texts.joinTitle}
      note={texts.joinNote}
      action={texts.join}
      send={(token, { name = '', password = '' }) =>
        call('acceptInvitation', { body: { token, name, password } })
      }
    >
      <NameField />
      <NewPasswordField />
    </LinkPage>
  );
}
