import { answerSheet } from '@aapurti/contract/answerSheet';
import { answers } from '@aapurti/contract/orderAnswers';
import { orders } from '@aapurti/contract/orders';
import { Anchor } from '@mantine/core';

import { SheetModal } from '../../sheets/SheetModal.tsx';
import { useSheetUpload } from '../../sheets/useSheetUpload.ts';
import { t } from '../../words.ts';

/** Takes in answers in a spreadsheet. */
export function AnswerUpload({ onClose, onDownload }: { onClose: () => void; onDownload: () => void }) {
  const uploading = useSheetUpload(
    {
      upload: answerSheet.upload,
      mark: answerSheet.mark,
      lists: [orders.search.id, orders.list.id, answers.get.id],
      rows: ['answer', 'answers'],
      note: 'Download the open lines, fill in their answers and upload the file. Rows without an answer are left out.',
    },
    onClose,
  );
  return (
    <SheetModal
      opened
      onClose={() => {
        uploading.leave();
        onClose();
      }}
      uploading={uploading}
      template={
        <Anchor component="button" type="button" onClick={onDownload} inherit>
          {t('Download open lines to answer')}
        </Anchor>
      }
    />
  );
}
