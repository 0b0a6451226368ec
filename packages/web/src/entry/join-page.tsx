import { useTexts } from '../texts/language.tsx';
import { entryTexts } from './entry-texts.ts';
import { NameField, NewPasswordField } from './fields.tsx';
import { LinkPage } from './link-page.tsx';

export function JoinPage() {
  const texts = useTexts(entryTexts);
  return (
    <LinkPage
      title={texts.joinTitle}
      note={texts.joinNote}
      action={texts.join}
      path="/api/invitations/accept"
    >
      <NameField />
      <NewPasswordField />
    </LinkPage>
  );
}
