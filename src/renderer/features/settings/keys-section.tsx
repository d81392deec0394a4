import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import type { ApiKeySummary } from "../../../shared/app/operations.js";
import type { CallError } from "../../../shared/calls.js";
import { Button } from "../../components/button.js";
import { ConfirmDialog } from "../../components/confirm-dialog.js";
import { EmptyState } from "../../components/empty-state.js";
import { ErrorNote } from "../../components/error-note.js";
import { Section } from "../../components/section.js";
import { Skeleton } from "../../components/skeleton.js";
import { formatDate } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { useAnswer } from "../../stores/answers.js";
import { callOnce } from "../../stores/call-engine.js";
import { NewKeyDialog } from "./new-key-dialog.js";

/** API keys: list, create, revoke. Only a key's hash is stored, so the key is shown once. */
export function KeysSection() {
  const keys = useAnswer("keys.list", {});
  const [isMaking, setMaking] = useState(false);
  const [revoking, setRevoking] = useState<ApiKeySummary | null>(null);
  const [failure, setFailure] = useState<CallError | null>(null);
  const revoke = async (key: ApiKeySummary) => {
    const result = await callOnce("keys.revoke", { id: key.id });
    setFailure(result.ok ? null : result.error);
    keys.refresh();
  };
  const { keys: said } = texts();
  const actions = (
    <Button icon={<Plus size={14} aria-hidden="true" />} onClick={() => setMaking(true)}>
      {said.newKey}
    </Button>
  );
  const error = failure ?? keys.error;
  return (
    <Section title={said.title} actions={actions} flush>
      {error && <ErrorNote error={error} onRetry={keys.refresh} />}
      {keys.data ? (
        <KeyTable keys={keys.data} onRevoke={setRevoking} />
      ) : (
        keys.isLoading && <Skeleton height={80} />
      )}
      {isMaking && (
        <NewKeyDialog
          onClose={() => {
            setMaking(false);
            keys.refresh();
          }}
        />
      )}
      {revoking && (
        <ConfirmDialog
          title={said.revokeTitle(nameOf(revoking))}
          message={said.revokeAbout}
          confirm={said.revoke}
          onConfirm={() => revoke(revoking)}
          onClose={() => setRevoking(null)}
        />
      )}
    </Section>
  );
}

function nameOf(key: ApiKeySummary): string {
  const { keys } = texts();
  return key.name === "" ? keys.unnamed : keys.named(key.name);
}

interface KeyTableProps {
  readonly keys: readonly ApiKeySummary[];
  readonly onRevoke: (key: ApiKeySummary) => void;
}

function KeyTable({ keys, onRevoke }: KeyTableProps) {
  const { actions, common, keys: said } = texts();
  if (keys.length === 0)
    return (
      <EmptyState icon={<KeyRound size={20} />} title={said.noneTitle}>
        <p>{said.noneAbout}</p>
      </EmptyState>
    );
  return (
    <table className="table" aria-label={said.title}>
      <thead>
        <tr>
          <th scope="col">{common.name}</th>
          <th scope="col">{said.access}</th>
          <th scope="col">{said.made}</th>
          <th scope="col">{said.state}</th>
          <th scope="col">
            <span className="visually-hidden">{actions.revoke.label}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <tr key={key.id}>
            <th scope="row">{key.name || <span className="quiet">{said.noName}</span>}</th>
            <td>{key.read_only ? said.readOnly : said.full}</td>
            <td>{formatDate(key.created_at)}</td>
            <td>
              {key.revoked_at ? (
                <span className="quiet">{said.revokedOn(formatDate(key.revoked_at))}</span>
              ) : (
                said.active
              )}
            </td>
            <td className="is-action">
              {!key.revoked_at && (
                <Button
                  variant="quiet"
                  aria-label={actions.revoke.of(nameOf(key))}
                  onClick={() => onRevoke(key)}
                >
                  {actions.revoke.label}
                </Button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
