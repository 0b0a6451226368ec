import { type RawBuilder, sql } from 'kysely';

/**
 * SQL: a text in composed characters (NFC). Nearly all texts are composed already, and to tell so
 * takes a fraction of the time of composing; ASCII is told by its length. The text is repeated, so it
 * should hold no parameters.
 */
export function toComposed(text: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`(case when octet_length(${text}) = char_length(${text}) then ${text}
    when ${text} is nfc normalized then ${text} else normalize(${text}, NFC) end)`;
}
