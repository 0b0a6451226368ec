import { Table, type TableProps } from '@mantine/core';
import classes from './wide-table.module.css';

export interface WideTableProps extends TableProps {
  /** Minimum width in pixels; a narrower screen scrolls it, also by keyboard. */
  readonly minWidth: number;
}

export function WideTable({ minWidth, my, ...table }: WideTableProps) {
  return (
    <div className={classes.frame} tabIndex={0}>
      <Table miw={minWidth} my={my} {...table} />
    </div>
  );
}
