export const organisation = {
  newText: 'It has its own members, documents, keys and conversations. You become its owner.',
  name: 'Organisation name',
  organisation: 'Organisation',
  danger: 'Danger zone',
  yourRole: (role: string, rights: string) => `Your role: ${role}. ${rights}`,
  leave: 'Leave',
  leaveTitle: (name: string) => `Leave ${name}?`,
  leaveText:
    'Your API keys stop working immediately. You can return only by invitation. Your documents stay.',
  remove: 'Delete organisation',
  removeTitle: (name: string) => `Delete ${name}?`,
  removeText: 'All its documents, conversations, keys and members are deleted permanently.',
  password: 'Your password',
  offerTools: 'Offer tools of external servers to agents',
  offerToolsText: 'Connected agents find and call them with search_tools and call_tool.',
};
