import { defineTexts } from '../texts/define-texts.ts';

export const settingsTexts = defineTexts({
  en: {
    title: 'Settings',
    language: 'Language',
    colours: 'Colours',
    light: 'Light',
    dark: 'Dark',
    system: 'As the system',
    highContrast: 'High contrast',
    appearance: 'Appearance',
    profile: 'You',
    changePassword: 'Change the password',
    currentPassword: 'The password now',
    newPassword: 'The new password, at least 10 characters',
    passwordChanged: 'The password was changed; other sessions were signed out.',
  },
  ru: {
    title: 'Настройки',
    language: 'Язык',
    colours: 'Цвета',
    light: 'Светлые',
    dark: 'Тёмные',
    system: 'Как в системе',
    highContrast: 'Высокий контраст',
    appearance: 'Внешний вид',
    profile: 'Вы',
    changePassword: 'Сменить пароль',
    currentPassword: 'Пароль сейчас',
    newPassword: 'Новый пароль, не короче 10 знаков',
    passwordChanged: 'Пароль изменён; другие сеансы завершены.',
  },
});
