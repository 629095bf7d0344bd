import { FormSection } from '../form/Form.tsx';
import { TextArea, TextField } from '../form/TextField.tsx';
import { LogoPanel } from './LogoPanel.tsx';
import classes from './SettingsPage.module.css';
import { SETTING_LABELS, SettingsPart } from './SettingsPart.tsx';
import { SettingsFrame } from './SettingsFrame.tsx';

const LABELS = SETTING_LABELS.buyer;

/** The buyer's details for screens, documents and e-mails. */
export function SettingsPage() {
  return (
    <SettingsFrame title="Buyer">
      <div className={classes.beside}>
        <SettingsPart part="buyer" title="Buyer">
          <FormSection>
            <TextField name="buyerName" label={LABELS.buyerName} maxLength={80} help="Shown at the top of every screen." />
            <TextArea name="buyerAddress" label={LABELS.buyerAddress} maxLength={500} />
            <TextArea
              name="buyerContact"
              label={LABELS.buyerContact}
              maxLength={300}
              help="Name, phone and e-mail. Shown to vendors whose account is inactive."
            />
          </FormSection>
        </SettingsPart>
        <LogoPanel />
      </div>
    </SettingsFrame>
  );
}
