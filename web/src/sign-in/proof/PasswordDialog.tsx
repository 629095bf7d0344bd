import { ApiError } from '../../ground/api.ts';
import type { PasswordAsked } from '../../ground/passwordAsked.ts';
import { t } from '../../words/words.ts';
import { ProofForm } from './ProofForm.tsx';
import { StepModal } from '../../ui/StepModal.tsx';

/** Asks for the password that a call requires, and repeats the call with it. */
export function PasswordDialog({ asked }: { asked: PasswordAsked }) {
  return (
    <StepModal title="Enter your password" onClose={asked.cancel}>
      <ProofForm
        asksCode={false}
        submitLabel="Continue"
        onCancel={asked.cancel}
        onGiven={async ({ password }) => {
          try {
            await asked.give(password);
          } catch (error) {
            if (!(error instanceof ApiError)) throw error;
            throw new ApiError(error.status, error.message, { errors: { password: error.errors['currentPassWord'] ?? error.message } });
          }
        }}
      >
        {t(asked.message)}
      </ProofForm>
    </StepModal>
  );
}
