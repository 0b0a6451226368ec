export const connect = {
  description:
    'Use your documents in agents and editors with your own rights, over MCP or as a model of the OpenAI API.',
  keyNote: 'Replace YOUR_KEY with an API key. Clients that support sign-in need no key.',
  makeKey: 'Create an API key',
  mcp: 'MCP',
  openai: 'OpenAI-compatible',
  models: 'Models: lectern-knowledge answers from documents, lectern-agent also uses tools.',
  inFile: (file: string) => `In ${file}`,
  inTerminal: 'In a terminal',
  other: 'Any other MCP client',
  otherText:
    'Streamable HTTP at this address. Sign in with OAuth or send an API key in the header.',
  python: 'Python',
  claudeDesktop:
    'Customize, Connectors, Add custom connector: this address, when the internet reaches it by https. For a suite on this machine: the command lectern mcp in claude_desktop_config.json.',
  openWebUiTools:
    'Settings, Admin, Integrations: type MCP (Streamable HTTP), this address, OAuth 2.1, or Bearer and a key whose rights all get.',
  openWebUi: 'Settings, Admin, Connections, OpenAI API: this address and a key.',
  apps: 'Applications',
  noApps: 'No connected applications',
  noAppsText: 'Clients that sign in with OAuth appear here.',
  allowedAt: (date: string) => `Connected on ${date}.`,
  otherOrganisation: 'For another of your organisations.',
  end: 'Disconnect',
  endApp: (name: string) => `Disconnect ${name}`,
  scopeMcp: 'Searches and reads',
  scopeChat: 'Asks questions and runs research',
  scopeWrite: 'Saves publications and trials',
  scopeStay: 'Stays connected',
  endText: 'It can no longer act for you. It can ask for access again.',
};
