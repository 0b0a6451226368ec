import { useNavigate, useSearch } from '@tanstack/react-router';

/**
 * The open tab of a page, kept in its address as `tab`.
 * @param tabs what this person may open; the first is the one without an address of its own.
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
