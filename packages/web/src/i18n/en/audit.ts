export const audit = {
  description: 'Actions in this organisation, newest first.',
  action: 'Action',
  anyAction: 'All actions',
  anybody: 'Anyone',
  target: 'Target',
  address: 'IP address',
  nobody: 'Not signed in',
  none: 'No entries yet',
  noneFit: 'No matching entries',
  gonePerson: 'Deleted account',
};
