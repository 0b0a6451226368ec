import { defineTexts } from '../i18n/define-texts.ts';

export const approvalTexts = defineTexts({
  en: {
    title: 'Waiting for your decision',
    text: 'An agent wants to run these tools in your name.',
    until: (when: string) => `Refused by itself ${when}`,
    allow: 'Allow',
    refuse: 'Refuse',
    conversation: 'Open the conversation',
    ofClient: 'from a connected client',
  },
  ru: {
    title: 'Ждут вашего решения',
    text: 'Агент хочет запустить эти инструменты от вашего имени.',
    until: (when: string) => `Откажет сам ${when}`,
    allow: 'Разрешить',
    refuse: 'Отказать',
    conversation: 'Открыть разговор',
    ofClient: 'от подключённого клиента',
  },
});
