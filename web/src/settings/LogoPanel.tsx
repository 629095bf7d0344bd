import { portalSettings } from '@aapurti/contract/settings/settings';
import { site } from '@aapurti/contract/settings/site';
import { FileButton } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';

import { useSite } from '../ground/useSite.ts';
import { ApiError, call, messageOf } from '../ground/api.ts';
import { renewed } from '../ground/callQuery.ts';
import { Button } from '../ui/Button.tsx';
import { Panel } from '../ui/Panel.tsx';
import { toast } from '../ui/toast.tsx';
import { t } from '../words/words.ts';
import classes from './LogoPanel.module.css';

const PICTURES = 'image/png,image/jpeg,image/webp';

/** The buyer's logo, which is stored as soon as it is chosen. */
export function LogoPanel() {
  const logo = useSite().data?.logo ?? null;
  const change = useMutation({
    mutationFn: (file: File | null) =>
      file === null ? call(portalSettings.removeLogo) : call(portalSettings.saveLogo, { files: { logo: file } }),
    onSuccess: ({ data }) => toast.success(data.message),
    onSettled: () => renewed([site.about]),
  });
  const { error } = change;
  const problem = error === null ? null : ((error instanceof ApiError ? error.errors['logo'] : undefined) ?? messageOf(error));

  return (
    <Panel title="Logo">
      <div className={classes.row}>
        {logo !== null && <img src={logo} alt={t('Current logo')} className={classes.logo} />}
        <FileButton accept={PICTURES} onChange={(file) => file !== null && change.mutate(file)}>
          {(props) => (
            <Button label={logo === null ? 'Choose a logo' : 'Change the logo'} {...props} variant="default" loading={change.isPending} />
          )}
        </FileButton>
        {logo !== null && (
          <Button label="Remove the logo" variant="default" disabled={change.isPending} onClick={() => change.mutate(null)} />
        )}
      </div>
      {problem !== null && (
        <p role="alert" className={classes.problem}>
          {t(problem)}
        </p>
      )}
      <p className={classes.help}>{t('Shown at the top left of every screen, on PDFs and in e-mails. PNG, JPEG or WebP, at most 5 MB.')}</p>
    </Panel>
  );
}
