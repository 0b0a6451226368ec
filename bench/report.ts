/** Prints one measure as a line of JSON. */
export function report(measure: string, figures: object): void {
  console.log(JSON.stringify({ measure, ...figures }));
}
