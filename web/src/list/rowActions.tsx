import { IconEye, IconPencil } from '@tabler/icons-react';

import type { Action } from '../ui/ActionMenu.tsx';

export function edit(href: string): Action {
  return { label: 'Edit', href, icon: <IconPencil size={17} stroke={1.7} /> };
}

export function view(href: string, label = 'View'): Action {
  return { label, href, icon: <IconEye size={17} stroke={1.7} /> };
}
