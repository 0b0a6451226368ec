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

export interface NavItem {
  readonly to: NavPath;
  readonly text: NavText;
  readonly icon: LucideIcon;
  readonly isAdministration?: boolean;
}

export type NavPath =
  | '/'
  | '/library'
  | '/search'
  | '/research'
  | '/tools'
  | '/assistants'
  | '/models'
  | '/bin'
  | '/sources'
  | '/usage'
  | '/connect'
  | '/keys'
  | '/people'
  | '/feedback'
  | '/evaluations'
  | '/audit'
  | '/operations';

type NavText =
  | 'newChat'
  | 'library'
  | 'search'
  | 'research'
  | 'tools'
  | 'assistants'
  | 'models'
  | 'bin'
  | 'sources'
  | 'usage'
  | 'connect'
  | 'keys'
  | 'people'
  | 'feedback'
  | 'evaluations'
  | 'audit'
  | 'operations';

const items: readonly NavItem[] = [
  { to: '/', text: 'newChat', icon: MessageSquarePlus },
  { to: '/library', text: 'library', icon: Library },
  { to: '/search', text: 'search', icon: Search },
  { to: '/research', text: 'research', icon: FlaskConical },
  { to: '/tools', text: 'tools', icon: Wrench },
  { to: '/assistants', text: 'assistants', icon: Bot },
  { to: '/people', text: 'people', icon: Users, isAdministration: true },
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
];

const forAdmins: readonly NavPath[] = ['/feedback', '/evaluations', '/audit', '/operations'];

/** Returns the pages that a person may open. */
export function listNavItems(me: Me): readonly NavItem[] {
  return items.filter(
    ({ to }) =>
      isAdmin(me) || !(forAdmins.includes(to) || (to === '/sources' && me.role === 'viewer')),
  );
}
