export const organisation = {
  newOrganisation: 'New organisation',
  newText:
    'It shares nothing with the others: it has its own people, documents, keys and conversations. You become its owner.',
  name: 'Name of the organisation',
  organisation: 'Organisation',
  leave: 'Leave',
  leaveTitle: (name: string) => `Leave ${name}?`,
  leaveText:
    'Your keys in it stop at once, and you come back only by a new invitation. Documents that you added stay.',
  remove: 'Delete for everybody',
  removeTitle: (name: string) => `Delete ${name}?`,
  removeText:
    'Its documents, conversations, keys and members are gone for everybody, and nothing brings them back.',
  password: 'Your password',
  offerTools: 'Offer tools of outside servers to agents',
  offerToolsText:
    'Agents that are connected to the suite find and call them by search_tools and call_tool.',
};
