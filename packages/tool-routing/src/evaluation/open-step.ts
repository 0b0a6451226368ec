/** Shows a step of so many questions; what it gives is told how many are done. */
export type OpenStep = (label: string, total: number) => (done: number) => void;
