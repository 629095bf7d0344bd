import { type Receipt, receipts } from '@aapurti/contract/receipts/receipts';
import { say } from '@aapurti/contract/ground/template';
import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';

import { call } from '../ground/api.ts';
import { queryClient } from '../ground/queries.ts';
import { ConfirmModal } from '../ui/ConfirmModal.tsx';
import { toast } from '../ui/toast.tsx';
import { useStep } from '../ui/useStep.ts';
import { useViewer } from '../ui/viewer/useViewer.tsx';
import { useMay } from '../access/useMay.ts';
import { t } from '../words/words.ts';
import { PhotoButton } from './PhotoPicker.tsx';
import classes from './Photos.module.css';
import { sendPhotos } from './photos.ts';

/** The photos of a receipt, for both sides; receivers of the buyer add and remove them. `none` is shown if there are no photos. */
export function ReceiptPhotos({ receipt, none = null }: { receipt: Receipt; none?: ReactNode }) {
  const mayChange = useMay()(receipts.addPhoto.access, receipt.siteId) && !receipt.isCancelled;
  const [busy, setBusy] = useState(false);
  const [removing, setRemoving] = useState<Receipt['photos'][number] | null>(null);
  const viewer = useViewer(receipt.photos.map(({ name, url }) => ({ name, url, mediaType: 'image/jpeg' })));
  const reload = () => queryClient.invalidateQueries({ queryKey: [receipts.get.id, receipt._id] });
  const remove = useStep((id: string) => call(receipts.removePhoto, { params: { id } }), reload);
  if (receipt.photos.length === 0 && !mayChange) return none;

  async function add(files: File[]) {
    setBusy(true);
    for (const problem of await sendPhotos(receipt._id, files)) toast.error(problem);
    await reload();
    setBusy(false);
  }

  return (
    <section className={classes.photos} aria-label={t('Photos')}>
      {receipt.photos.map((photo, place) => (
        <figure key={photo._id} className={classes.photo}>
          <button
            type="button"
            className={classes.open}
            aria-label={t('Open photo {name}', { name: photo.name })}
            onClick={() => viewer.open(place)}
          >
            <img src={photo.url} alt="" loading="lazy" className={classes.picture} />
          </button>
          <figcaption className={classes.name}>{photo.name}</figcaption>
          {mayChange && (
            <ActionIcon
              className={classes.remove ?? ''}
              variant="default"
              size={34}
              aria-label={t('Remove photo {name}', { name: photo.name })}
              onClick={() => setRemoving(photo)}
            >
              <IconTrash size={17} />
            </ActionIcon>
          )}
        </figure>
      ))}
      {mayChange && <PhotoButton loading={busy} onChosen={(files) => void add(files)} />}
      {viewer.window}
      <ConfirmModal
        opened={removing !== null}
        onClose={() => setRemoving(null)}
        onConfirm={() => (removing === null ? undefined : remove.run(removing._id))}
        title={say('Remove {name}', { name: removing?.name ?? '' })}
        confirm="Remove"
      >
        {t('The vendor will no longer see it.')}
      </ConfirmModal>
    </section>
  );
}
