import type { Sentences } from './sentences.ts';

export const es: Sentences = {
  abstained: 'No he encontrado una respuesta a esta pregunta en los documentos.',
  retrievalUnavailable:
    'Ahora mismo no se puede buscar en la base de conocimientos, así que no puedo responder. Inténtelo de nuevo más tarde.',
  searching: 'Buscando en la base de conocimientos',
  found: (count) => {
    if (count === 0) return 'No se encontraron artículos';
    return count === 1 ? '1 artículo encontrado' : `${count} artículos encontrados`;
  },
  searchFailed: 'No se pudo completar la búsqueda',
  calling: (tool) => `Llamando a ${tool}`,
  called: (tool) => `${tool} ha respondido`,
  callFailed: (tool) => `No se pudo llamar a ${tool}`,
  outcomeUnknown: (tool) =>
    `Se llamó a ${tool}, pero no respondió: no se sabe si hizo lo que se le pidió.`,
  declined: (tool) => `Ha rechazado la llamada, por lo que no se llamó a ${tool}.`,
  needsConsent: (tool) =>
    `${tool} necesita el consentimiento de una persona, a la que aquí no se puede preguntar, por lo que no se llamó.`,
  changedMeanwhile: (tool) =>
    `${tool} o su servidor ha cambiado entretanto, por lo que no se llamó. Vuelva a pedirlo si todavía lo desea.`,
  greeting: '¡Hola! Pregúnteme algo sobre los documentos de su equipo y lo buscaré en ellos.',
  whichServer: (servers) => `¿Cuál debo usar: ${servers.join(', ')}?`,
  whichArguments: ({ server, tool, names }) =>
    `${tool} de ${server} es adecuado, pero no puedo completar sus argumentos. Indíquelos: ${names.join(', ')}.`,
  onPage: (page) => `p. ${page}`,
  unsupported: 'La fuente no dice esto.',
  withheld: {
    document_unavailable: 'La cita no se muestra: el documento se eliminó o ya no puede leerlo.',
    not_checked: 'La cita no se muestra: no se pudo comprobar si todavía puede leer el documento.',
  },
  unanswered: 'No hay respuesta.',
};
