import { useClipboard } from '@mantine/hooks';
import { Check, Copy, type LucideIcon } from 'lucide-react';
import { useTexts } from '../i18n/language.tsx';
import { IconButton } from './icon-button.tsx';

export interface CopyButtonProps {
  readonly text: string;
  readonly label?: string;
  readonly icon?: LucideIcon;
}

export function CopyButton({ text, label, icon: Icon = Copy }: CopyButtonProps) {
  const texts = useTexts('common');
  const clipboard = useClipboard({ timeout: 2_000 });
  const name = clipboard.copied ? texts.copied : (label ?? texts.copy);
  return (
    <IconButton label={name} onClick={() => clipboard.copy(text)}>
      {clipboard.copied ? <Check size={16} /> : <Icon size={16} />}
    </IconButton>
  );
}
