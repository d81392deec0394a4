import { type Command, Option } from "commander";
import { accountByName, defaultAccountName } from "../../db/accounts/account.js";
import { keysOfAccount } from "../../db/accounts/api-key.js";
import { createKey, revokeApiKey } from "../../operations/account/keys.js";
import { confirmPairing } from "../../operations/extension/pairing.js";
import type { OperationContext } from "../../operations/request/context.js";
import { accountOption, withGlobals } from "../arguments.js";
import {
  CommandError,
  type GlobalOptions,
  printJson,
  unknownAccount,
  withReadableStore,
  withStore,
} from "../environment.js";

interface KeyOptions extends GlobalOptions {
  readonly account: string;
}

interface CreateOptions extends KeyOptions {
  readonly name: string;
  readonly readOnly?: boolean;
  readonly owner?: boolean;
}

function resolveAccountId(context: OperationContext, name: string): number {
  const account = accountByName(context.db, name);
  if (account === undefined) throw unknownAccount(name);
  return account.id;
}

function listCommand(options: KeyOptions): Promise<void> {
  return withReadableStore(options, (context) =>
    printJson(keysOfAccount(context.db, resolveAccountId(context, options.account))),
  );
}

function createCommand(name: string | undefined, options: CreateOptions): Promise<void> {
  const { readOnly: isReadOnly, owner: isOwner, account } = options;
  if (isOwner && account !== defaultAccountName)
    throw new CommandError("An owner key acts for the window's account; leave out --account.");
  return withStore(options, (context) =>
    printJson(
      createKey(context, resolveAccountId(context, account), {
        name: name ?? options.name,
        isReadOnly,
        isOwner,
      }),
    ),
  );
}

function revokeCommand(id: string, options: KeyOptions): Promise<void> {
  return withStore(options, (context) => {
    if (!revokeApiKey(context, resolveAccountId(context, options.account), id))
      throw new CommandError(
        `There is no active key with the id ${id}. 'tidemark keys list' shows all keys.`,
      );
    printJson({ id, revoked: true });
  });
}

function pairCommand(code: string, options: KeyOptions): Promise<void> {
  return withStore(options, (context) => {
    const accountId = resolveAccountId(context, defaultAccountName);
    const { key_id: id, name } = confirmPairing({ ...context, accountId }, { pairing: code });
    printJson({ id, name });
  });
}

export function addKeysCommands(program: Command): void {
  const keys = program.command("keys").description("List, create or revoke the account's API keys.");
  keys
    .command("list")
    .description("Print the keys as a JSON array, without the keys themselves.")
    .addOption(accountOption())
    .action(withGlobals(listCommand));
  keys
    .command("create")
    .description("Create a key and print it; it is not shown again.")
    .argument("[name]", "name of the key")
    .addOption(accountOption())
    .option("--name <name>", "name of the key", "")
    .addOption(new Option("--read-only", "allow GET requests only").conflicts("owner"))
    .option("--owner", "open the owner API, too, with every operation of the window")
    .action(withGlobals(createCommand));
  keys
    .command("pair")
    .argument("<code>", "code that the extension shows")
    .description("Connect the browser extension that shows this code.")
    .action(withGlobals(pairCommand));
  keys
    .command("revoke")
    .argument("<id>", "id of the key, from 'keys list'")
    .description("Revoke a key immediately.")
    .addOption(accountOption())
    .action(withGlobals(revokeCommand));
}
