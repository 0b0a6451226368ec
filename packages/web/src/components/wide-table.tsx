import { Table, type TableProps } from '@mantine/core';
import classes from './wide-table.module.css';

export interface WideTableProps extends TableProps {
  /** Pixels below which it is moved sideways, by keyboard too. */
  readonly minWidth: number;
}

/** A table that keeps its columns readable on a narrow screen. */
export function WideTable({ minWidth, my, ...table }: WideTableProps) {
  return (
    <div className={classes.frame} tabIndex={0}>
      <Table miw={minWidth} my={my} {...table} />
    </div>
  );
}
