import type { OwnTexts } from '../texts.ts';

export const connect: OwnTexts['connect'] = {
  description:
    'Используйте документы в агентах и редакторах со своими правами: по MCP или как модель OpenAI API.',
  keyNote: 'Замените YOUR_KEY ключом API. Клиентам с поддержкой входа ключ не нужен.',
  makeKey: 'Создать ключ API',
  mcp: 'MCP',
  openai: 'Совместимо с OpenAI',
  models:
    'Модели: lectern-knowledge отвечает по документам, lectern-agent использует ещё и инструменты.',
  inFile: (file) => `В файле ${file}`,
  inTerminal: 'В терминале',
  other: 'Любой другой клиент MCP',
  otherText: 'Streamable HTTP по этому адресу. Вход по OAuth или ключ API в заголовке.',
  python: 'Python',
  claudeDesktop:
    'Customize, Connectors, Add custom connector: этот адрес, если он доступен из интернета по https. Для установки на этом компьютере: команда lectern mcp в claude_desktop_config.json.',
  openWebUiTools:
    'Settings, Admin, Integrations: тип MCP (Streamable HTTP), этот адрес, OAuth 2.1 или Bearer и ключ, права которого получат все.',
  openWebUi: 'Settings, Admin, Connections, OpenAI API: этот адрес и ключ.',
  apps: 'Приложения',
  noApps: 'Подключённых приложений нет',
  noAppsText: 'Здесь появятся клиенты, вошедшие по OAuth.',
  allowedAt: (date) => `Подключено ${date}.`,
  otherOrganisation: 'Для другой вашей организации.',
  end: 'Отключить',
  endApp: (name) => `Отключить ${name}`,
  scopeMcp: 'Ищет и читает',
  scopeChat: 'Задаёт вопросы и запускает исследования',
  scopeWrite: 'Сохраняет публикации и испытания',
  scopeStay: 'Остаётся подключённым',
  endText: 'Оно больше не сможет действовать от вашего имени. Доступ можно запросить снова.',
};
