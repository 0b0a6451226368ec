import { call } from '../api/call.ts';
import { useTexts } from '../i18n/language.tsx';
import { entryTexts } from './entry-texts.ts';
import { EmailField, NameField, NewPasswordField } from './fields.tsx';
import { LinkPage } from './link-page.tsx';

export function SetupPage() {
  const texts = useTexts(entryTexts);
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
