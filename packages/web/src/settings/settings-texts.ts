import { defineTexts } from '../texts/define-texts.ts';

export const settingsTexts = defineTexts({
  en: {
    appearance: 'Appearance',
    profile: 'You',
    memberOf: (organisation: string, role: string) => `${role} in ${organisation}`,
    owner: 'Owner',
    admin: 'Administrator',
    member: 'Member',
    viewer: 'Viewer',
    changePassword: 'Change the password',
    currentPassword: 'The password now',
    newPassword: 'The new password, at least 10 characters',
    passwordChanged: 'The password was changed; other sessions were signed out.',
  },
  ru: {
    appearance: 'Внешний вид',
    profile: 'Вы',
    memberOf: (organisation: string, role: string) => `${role}, ${organisation}`,
    owner: 'Владелец',
    admin: 'Администратор',
    member: 'Участник',
    viewer: 'Читатель',
    changePassword: 'Сменить пароль',
    currentPassword: 'Пароль сейчас',
    newPassword: 'Новый пароль, не короче 10 знаков',
    passwordChanged: 'Пароль изменён; другие сеансы завершены.',
  },
});
