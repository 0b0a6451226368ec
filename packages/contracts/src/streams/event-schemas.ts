import type { z } from 'zod';

/** Server-sent events: schemas of their data by name. */
export type EventSchemas = Readonly<Record<string, z.ZodType>>;

/** Data of each event as written. */
export type WrittenEvents<Schemas extends EventSchemas> = {
  readonly [Name in keyof Schemas]: z.input<Schemas[Name]>;
};

/** An event as read: its name and its validated data. */
export type ReadEvent<Schemas extends EventSchemas> = {
  readonly [Name in keyof Schemas]: {
    readonly event: Name;
    readonly data: z.output<Schemas[Name]>;
  };
}[keyof Schemas];
