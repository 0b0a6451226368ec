import type { Me } from '@lectern/contracts';
import {
  Activity,
  Bot,
  ChartColumn,
  FlaskConical,
  FolderSync,
  KeyRound,
  Library,
  type LucideIcon,
  MessageSquarePlus,
  Plug,
  ScrollText,
  Search,
  Sparkles,
  Target,
  ThumbsUp,
  Trash2,
  Users,
  Wrench,
} from 'lucide-react';
import { isAdmin } from '../api/session.ts';

const items = [
  { to: '/', text: 'newChat', icon: MessageSquarePlus },
  { to: '/library', text: 'library', icon: Library },
  { to: '/search', text: 'search', icon: Search },
  { to: '/research', text: 'research', icon: FlaskConical },
  { to: '/tools', text: 'tools', icon: Wrench },
  { to: '/assistants', text: 'assistants', icon: Bot },
  { to: '/people', text: 'members', icon: Users, isAdministration: true },
  { to: '/models', text: 'models', icon: Sparkles, isAdministration: true },
  { to: '/usage', text: 'usage', icon: ChartColumn, isAdministration: true },
  { to: '/keys', text: 'keys', icon: KeyRound, isAdministration: true },
  { to: '/connect', text: 'connect', icon: Plug, isAdministration: true },
  { to: '/sources', text: 'sources', icon: FolderSync, isAdministration: true },
  { to: '/bin', text: 'bin', icon: Trash2, isAdministration: true },
  { to: '/feedback', text: 'feedback', icon: ThumbsUp, isAdministration: true },
  { to: '/evaluations', text: 'evaluations', icon: Target, isAdministration: true },
  { to: '/audit', text: 'audit', icon: ScrollText, isAdministration: true },
  { to: '/operations', text: 'operations', icon: Activity, isAdministration: true },
] as const satisfies readonly {
  to: string;
  text: string;
  icon: LucideIcon;
  isAdministration?: true;
}[];

type Item = (typeof items)[number];

export interface NavItem extends Pick<Item, 'to' | 'text' | 'icon'> {
  readonly isAdministration?: boolean;
}

const forAdmins: readonly Item['to'][] = ['/feedback', '/evaluations', '/audit', '/operations'];

/** Returns the pages that a person may open. */
export function listNavItems(me: Me): readonly NavItem[] {
  return items.filter(
    ({ to }) =>
      isAdmin(me) || !(forAdmins.includes(to) || (to === '/sources' && me.role === 'viewer')),
  );
}
