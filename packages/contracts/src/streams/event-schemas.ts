import type { z } from 'zod';

/** Server-sent events by their name: the schema of each one's data. */
export type EventSchemas = Readonly<Record<string, z.ZodType>>;

/** The data of each event as it is written. */
export type WrittenEvents<Schemas extends EventSchemas> = {
  readonly [Name in keyof Schemas]: z.input<Schemas[Name]>;
};

/** One event as it is read: its name and its checked data. */
export type ReadEvent<Schemas extends EventSchemas> = {
  readonly [Name in keyof Schemas]: {
    readonly event: Name;
    readonly data: z.output<Schemas[Name]>;
  };
}[keyof Schemas];
