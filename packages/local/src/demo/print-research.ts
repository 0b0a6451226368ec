import type { ResearchDetail, ResearchResponse } from '@lectern/contracts';

/** Prints a run as a person would read it: answer, sources, tables, and the way it took. */
export function printResearch(result: ResearchResponse): void {
  const { query, answer, citations, tables, trace } = result;
  console.log(`\nQ: ${query}\n${answer}`);
  for (const { n, title, url, page, quote } of citations) {
    const place = [title, page !== null && `page ${page}`, url].filter(Boolean).join(', ');
    console.log(`   [${n}] ${place}: "${shorten(quote)}"`);
  }
  for (const { nct_id, status, phases, enrollment, publications } of tables.trials) {
    const people = enrollment === null ? '' : `, ${enrollment} participants`;
    const linked = publications.map(({ pmid }) => pmid).join(', ');
    console.log(
      `   | ${nct_id} | ${status} | ${phases.join(', ')}${people}${linked && ` | PMID ${linked}`}`,
    );
  }
  for (const { pmid, title, journal, date } of tables.publications) {
    console.log(`   | PMID ${pmid} | ${shorten(title)} | ${journal ?? ''} | ${date ?? ''}`);
  }
  const way = trace.node_path.map((node) => `${node} ${trace.latencies[node] ?? 0} ms`);
  console.log(`   ${way.join(' > ')}\n`);
}

/** Prints the graph in Mermaid, with the nodes that the run went through marked. */
export function printGraph({ query, graph }: ResearchDetail): void {
  console.log(`The graph, with the way of "${query}":\n${graph}`);
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length <= 100 ? line : `${line.slice(0, 99)}…`;
}
