import type { Texts } from '../en/index.ts';

export const connect: Texts['connect'] = {
  title: 'Подключить клиент',
  description:
    'Агенты и редакторы получают те же документы с вашими правами: по MCP или как модель OpenAI API.',
  keyNote: 'Вместо YOUR_KEY поставьте ключ API. Клиентам, умеющим входить, ключ не нужен.',
  makeKey: 'Создать ключ API',
  mcp: 'MCP',
  openai: 'Как OpenAI API',
  models:
    'Модели: lectern-knowledge отвечает по документам, lectern-agent использует и инструменты.',
  inFile: (file) => `В файле ${file}`,
  inTerminal: 'В терминале',
  other: 'Любой другой клиент MCP',
  otherText: 'Streamable HTTP по этому адресу, со входом по OAuth или заголовком с ключом.',
  python: 'Python',
  claudeDesktop:
    'Customize, Connectors, Add custom connector: этот адрес, если он доступен из интернета по https. Для установки на этом компьютере: команда lectern mcp в claude_desktop_config.json.',
  openWebUiTools:
    'Settings, Admin, Integrations: тип MCP (Streamable HTTP), этот адрес, OAuth 2.1 или Bearer и ключ, права которого получат все.',
  openWebUi: 'Settings, Admin, Connections, OpenAI API: этот адрес и ключ.',
  apps: 'Приложения',
  noApps: 'Ни одно приложение не подключено',
  noAppsText:
    'Здесь появится клиент, который вошёл по OAuth, когда вы его впустите. Настройки для него рядом.',
  allowedAt: (date) => `Впущено ${date}.`,
  otherOrganisation: 'Для другой вашей организации.',
  end: 'Отключить',
  endApp: (name) => `Отключить ${name}`,
  scopeMcp: 'Ищет и читает',
  scopeChat: 'Просит ответы и исследования',
  scopeWrite: 'Сохраняет публикации и испытания',
  scopeStay: 'Остаётся подключённым',
  endText: 'С этой минуты оно не сможет действовать за вас. Впустить его можно снова.',
};
