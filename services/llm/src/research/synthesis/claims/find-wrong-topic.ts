import { readConditions, readInterventions } from '../../frame/read-names.ts';

/** A medicine or condition in a claim, however it is written, that the text does not name. */
export function findWrongTopic(claim: string, held: string): string | undefined {
  const text = held.toLowerCase();
  const wrong = [readInterventions, readConditions].flatMap((read) => {
    const { names } = read(claim);
    const known = names.length > 0 ? read(held).names : [];
    return names.filter((name) => !known.includes(name) && !holdsWords(text, name));
  });
  return wrong[0] && `name ${wrong[0]}`;
}

function holdsWords(text: string, name: string): boolean {
  return name.split(/\s+/).every((word) => text.includes(word));
}
