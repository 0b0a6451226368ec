export const palette = {
  documents: 'Documents',
  conversations: 'Conversations',
  actions: 'Actions',
  addFiles: 'Add files',
  theme: 'Switch between light and dark',
};
