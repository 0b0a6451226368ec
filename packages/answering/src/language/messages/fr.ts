import type { Sentences } from './sentences.ts';

export const fr: Sentences = {
  abstained: "Je n'ai pas trouvé de réponse à cette question dans les documents.",
  retrievalUnavailable:
    'La base de connaissances ne peut pas être consultée pour le moment, je ne peux donc pas répondre. Veuillez réessayer plus tard.',
  searching: 'Recherche dans la base de connaissances',
  found: (count) => {
    if (count === 0) return 'Aucun article trouvé';
    return count === 1 ? '1 article trouvé' : `${count} articles trouvés`;
  },
  searchFailed: 'La recherche n’a pas pu aboutir',
  calling: (tool) => `Appel de ${tool}`,
  called: (tool) => `${tool} a répondu`,
  callFailed: (tool) => `${tool} n'a pas pu être appelé`,
  outcomeUnknown: (tool) =>
    `${tool} a été appelé mais n’a pas répondu : on ne sait pas si l’action demandée a été effectuée.`,
  declined: (tool) => `Vous avez refusé l’appel : ${tool} n’a donc pas été appelé.`,
  needsConsent: (tool) =>
    `${tool} demande l’accord d’une personne, qui ne peut pas être consultée ici : l’appel n’a donc pas été fait.`,
  changedMeanwhile: (tool) =>
    `${tool} ou son serveur a été modifié entre-temps : l’appel n’a donc pas été fait. Redemandez-le s’il est toujours voulu.`,
  greeting:
    'Bonjour ! Posez-moi une question sur les documents de votre équipe, je chercherai la réponse.',
  whichServer: (servers) => `Lequel dois-je utiliser : ${servers.join(', ')} ?`,
  whichArguments: ({ server, tool, names }) =>
    `${tool} de ${server} convient, mais je ne peux pas remplir ses arguments. Veuillez les indiquer : ${names.join(', ')}.`,
  onPage: (page) => `p. ${page}`,
  unsupported: 'La source ne dit pas cela.',
  withheld: {
    document_unavailable:
      'La citation n’est pas affichée : le document a été supprimé ou vous ne pouvez plus le lire.',
    not_checked:
      'La citation n’est pas affichée : impossible de vérifier si vous pouvez encore lire le document.',
  },
  unanswered: 'Il n’y a pas de réponse.',
};
