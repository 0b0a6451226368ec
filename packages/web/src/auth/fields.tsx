import { PasswordInput, TextInput } from '@mantine/core';
import { useTexts } from '../i18n/language.tsx';

const minPasswordLength = 10;

export function EmailField() {
  const texts = useTexts('auth');
  return (
    <TextInput name="email" type="email" label={texts.email} autoComplete="username" required />
  );
}

export function NameField() {
  const texts = useTexts('auth');
  return <TextInput name="name" label={texts.name} autoComplete="name" maxLength={200} required />;
}

export function PasswordField() {
  const texts = useTexts('auth');
  return (
    <PasswordInput
      name="password"
      label={texts.password}
      autoComplete="current-password"
      required
    />
  );
}

export function NewPasswordField() {
  const texts = useTexts('auth');
  return (
    <PasswordInput
      name="password"
      label={texts.password}
      description={texts.passwordRule(minPasswordLength)}
      autoComplete="new-password"
      minLength={minPasswordLength}
      maxLength={128}
      required
    />
  );
}
