import type { Overview } from '@aapurti/contract/home/dashboard';
import { VisuallyHidden } from '@mantine/core';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';

import { useSignedIn } from '../access/session.ts';
import { SiteLink } from '../ui/Link.tsx';
import { Panel } from '../ui/Panel.tsx';
import { urls } from '../urls.ts';
import { t } from '../words/words.ts';
import classes from './FirstSteps.module.css';

/** The first tasks of a new vendor; hidden once all are done. */
export function FirstSteps({ steps }: { steps: NonNullable<Overview['steps']> }) {
  const { userID } = useSignedIn();
  const rows = [
    {
      done: steps.profile,
      href: urls.userEdit(userID),
      name: t('Complete your profile'),
      note: 'PAN, GST number, bank account and their documents',
    },
    { done: steps.product, href: urls.productCreate(), name: t('Enter your first product'), note: 'Enter its EAN, MRP and price' },
    {
      done: steps.approved,
      href: urls.products,
      name: t('Get your first price approved'),
      note: 'The buyer reviews every price you enter',
    },
    {
      done: steps.order,
      href: urls.purchaseOrders,
      name: t('Receive your first order'),
      note: 'It appears here and is sent to you by e-mail',
    },
  ];
  const left = rows.filter(({ done }) => !done).length;
  return (
    <Panel title="First steps" aside={<span>{t('{done} of {all} done', { done: rows.length - left, all: rows.length })}</span>}>
      <ol className={classes.steps}>
        {rows.map(({ done, href, name, note }) => (
          <li key={name} data-done={done || undefined}>
            {done ? <IconCircleCheck size={20} aria-hidden /> : <IconCircle size={20} stroke={1.5} aria-hidden />}
            <span>
              {done ? name : <SiteLink href={href}>{name}</SiteLink>}
              {done && <VisuallyHidden> {t('(done)')}</VisuallyHidden>}
              <small>{t(note)}</small>
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
