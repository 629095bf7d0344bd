import type { Overview } from '@aapurti/contract/home/dashboard';
import { showDate } from '@aapurti/contract/ground/fields';

import { useSignedIn } from '../access/session.ts';
import { useMay } from '../access/useMay.ts';
import { Button } from '../ui/Button.tsx';
import { Strip } from '../ui/Strip.tsx';
import { urls } from '../urls.ts';
import { t } from '../words/words.ts';

/** Warns a food vendor that its licence expires soon or has expired, with a link to its profile for the owners, who alone may change it. */
export function LicenceStrip({ licence }: { licence: NonNullable<Overview['licence']> }) {
  const { fssaiNumber: number, fssaiValidUntil, left } = licence;
  const { userID } = useSignedIn();
  const day = showDate(fssaiValidUntil);
  const isOwner = useMay()('people');
  const action = isOwner && <Button label="Renew in your profile" href={urls.userEdit(userID)} size="compact-md" variant="default" />;
  return (
    <Strip action={action}>
      {left < 0
        ? t('Your FSSAI licence {number} expired on {day}. Labels no longer print its number.', { number, day })
        : t('Your FSSAI licence {number} expires on {day}.', { number, day })}
    </Strip>
  );
}
