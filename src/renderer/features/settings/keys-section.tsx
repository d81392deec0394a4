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
import { callOnce } from "../../lib/call-engine.js";
import { formatDate } from "../../lib/format.js";
import { useAnswer } from "../../stores/answers.js";
import { NewKeyDialog } from "./new-key-dialog.js";

/** API keys: listed, made, revoked. Only a key's hash is kept, so the key itself is shown once. */
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
  const actions = (
    <Button icon={<Plus size={14} aria-hidden="true" />} onClick={() => setMaking(true)}>
      New key
    </Button>
  );
  const error = failure ?? keys.error;
  return (
    <Section title="API keys" actions={actions} flush>
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
          title={`Revoke ${nameOf(revoking)}?`}
          message="Programs that use this key are refused from now on. It cannot be undone; a new key can be made at any time."
          confirm="Revoke key"
          onConfirm={() => revoke(revoking)}
          onClose={() => setRevoking(null)}
        />
      )}
    </Section>
  );
}

function nameOf(key: ApiKeySummary): string {
  return key.name === "" ? "the key without a name" : `“${key.name}”`;
}

interface KeyTableProps {
  readonly keys: readonly ApiKeySummary[];
  readonly onRevoke: (key: ApiKeySummary) => void;
}

function KeyTable({ keys, onRevoke }: KeyTableProps) {
  if (keys.length === 0)
    return (
      <EmptyState icon={<KeyRound size={20} />} title="No keys yet">
        <p>Make one to use the API from a script or another program.</p>
      </EmptyState>
    );
  return (
    <table className="table" aria-label="API keys">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Access</th>
          <th scope="col">Made</th>
          <th scope="col">State</th>
          <th scope="col">
            <span className="visually-hidden">Revoke</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <tr key={key.id}>
            <th scope="row">{key.name || <span className="quiet">No name</span>}</th>
            <td>{key.read_only ? "Read only" : "Full"}</td>
            <td>{formatDate(key.created_at)}</td>
            <td>
              {key.revoked_at ? (
                <span className="quiet">Revoked {formatDate(key.revoked_at)}</span>
              ) : (
                "Active"
              )}
            </td>
            <td className="is-action">
              {!key.revoked_at && (
                <Button variant="quiet" aria-label={`Revoke ${nameOf(key)}`} onClick={() => onRevoke(key)}>
                  Revoke
                </Button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
