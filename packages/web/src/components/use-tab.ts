import { useNavigate, useSearch } from '@tanstack/react-router';

/**
 * Returns the open tab of a page, stored in the address as `tab`.
 *
 * @param tabs The tabs that this person may open; the first is the default.
 */
export function useTab<T extends string>(tabs: readonly [T, ...T[]]) {
  const { tab: named } = useSearch({ strict: false });
  const navigate = useNavigate();
  const [first] = tabs;
  const tab = tabs.find((one) => one === named) ?? first;
  const open = (next: string | null) =>
    void navigate({
      to: '.',
      search: next && next !== first ? { tab: next } : {},
      replace: true,
    });
  return [tab, open] as const;
}
