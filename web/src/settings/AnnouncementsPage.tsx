import { DateField } from '../form/DateField.tsx';
import { FormSection } from '../form/Form.tsx';
import { TextArea } from '../form/TextField.tsx';
import { SETTING_LABELS, SettingsPart } from './SettingsPart.tsx';
import { SettingsFrame } from './SettingsFrame.tsx';

const LABELS = SETTING_LABELS.announcements;
const IN_HINDI = 'Shown to users who read Hindi. If blank, they see the English text.';
const UNTIL = 'Last day. Leave blank if no end is known.';

/** The texts shown to all users, with their dates. */
export function AnnouncementsPage() {
  return (
    <SettingsFrame title="Announcements">
      <SettingsPart part="announcements">
        <FormSection title="Sign-in page">
          <TextArea
            name="signInNotice"
            label={LABELS.signInNotice}
            maxLength={500}
            help="Shown to everyone who opens the page, signed in or not."
          />
          <TextArea name="signInNoticeHindi" label={LABELS.signInNoticeHindi} maxLength={500} help={IN_HINDI} />
          <DateField name="signInNoticeFrom" label={LABELS.signInNoticeFrom} />
          <DateField name="signInNoticeTo" label={LABELS.signInNoticeTo} help={UNTIL} />
        </FormSection>
        <FormSection title="Dashboard">
          <TextArea name="dashboardNotice" label={LABELS.dashboardNotice} maxLength={500} help="Shown to everyone who is signed in." />
          <TextArea name="dashboardNoticeHindi" label={LABELS.dashboardNoticeHindi} maxLength={500} help={IN_HINDI} />
          <DateField name="dashboardNoticeFrom" label={LABELS.dashboardNoticeFrom} />
          <DateField name="dashboardNoticeTo" label={LABELS.dashboardNoticeTo} help={UNTIL} />
        </FormSection>
      </SettingsPart>
    </SettingsFrame>
  );
}
