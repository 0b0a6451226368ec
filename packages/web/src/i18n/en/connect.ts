export const connect = {
  title: 'Connect a client',
  description:
    'Agents and editors reach the same documents with your rights: by MCP, or as a model of the OpenAI API.',
  keyNote: 'Put an API key in place of YOUR_KEY. Clients that can sign in need none.',
  makeKey: 'Make an API key',
  mcp: 'MCP',
  openai: 'OpenAI-compatible',
  models: 'Models: lectern-knowledge answers from documents, lectern-agent uses tools too.',
  inFile: (file: string) => `In ${file}`,
  inTerminal: 'In a terminal',
  other: 'Any other MCP client',
  otherText: 'Streamable HTTP at this address, with a sign-in by OAuth or the header of a key.',
  python: 'Python',
  claudeDesktop:
    'Customize, Connectors, Add custom connector: this address, when the internet reaches it by https. For a suite on this machine: the command lectern mcp in claude_desktop_config.json.',
  openWebUiTools:
    'Settings, Admin, Integrations: type MCP (Streamable HTTP), this address, OAuth 2.1, or Bearer and a key whose rights all get.',
  openWebUi: 'Settings, Admin, Connections, OpenAI API: this address and a key.',
  apps: 'Applications',
  noApps: 'No application is connected',
  noAppsText:
    'A client that signs in by OAuth is listed here once you let it in. Its settings are beside this.',
  allowedAt: (date: string) => `Let in on ${date}.`,
  otherOrganisation: 'For another organisation of yours.',
  end: 'Disconnect',
  endApp: (name: string) => `Disconnect ${name}`,
  scopeMcp: 'Searches and reads',
  scopeChat: 'Asks for answers and research',
  scopeWrite: 'Saves publications and trials',
  scopeStay: 'Stays connected',
  endText: 'It can act for you no more, from now on. It may ask to be let in again.',
};
