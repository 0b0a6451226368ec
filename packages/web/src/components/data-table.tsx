import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { WideTable, type WideTableProps } from './wide-table.tsx';

export interface DataTableProps extends WideTableProps {
  readonly heads: readonly ReactNode[];
  /** The cells of each row, as many as there are heads. */
  readonly rows: readonly (readonly ReactNode[])[];
}

export function DataTable({ heads, rows, ...table }: DataTableProps) {
  return (
    <WideTable {...table}>
      <Table.Thead>
        <Table.Tr>
          {heads.map((head, column) => (
            <Table.Th key={column}>{head}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((cells, row) => (
          <Table.Tr key={row}>
            {cells.map((cell, column) => (
              <Table.Td key={column} valign="top">
                {cell ?? '–'}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  );
}
