import { type Command, InvalidArgumentError, Option } from "commander";
import { type PlanStatus, planStatus } from "../../../../shared/app/operations.js";
import { accountSummary, setAccount } from "../../operations/account/accounts.js";
import { accountOption, parseDay, parseInstant, withGlobals } from "../arguments.js";
import {
  type GlobalOptions,
  printJson,
  unknownAccount,
  withReadableStore,
  withStore,
} from "../environment.js";

interface AccountOptions extends GlobalOptions {
  readonly account: string;
}

interface SetOptions extends AccountOptions {
  readonly planCredits?: number;
  readonly bonus?: number;
  readonly status?: PlanStatus;
  readonly pastDueSince?: number;
  readonly used?: number;
  readonly start?: number;
}

function parseCredits(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError("Credits must be a whole number, 0 or more.");
  return Number(text);
}

async function showCommand({ account, ...globals }: AccountOptions): Promise<void> {
  const summary = await withReadableStore(globals, ({ db, clock }) =>
    accountSummary(db, account, clock.now()),
  );
  if (summary === null) throw unknownAccount(account);
  printJson(summary);
}

async function setCommand(options: SetOptions): Promise<void> {
  const summary = await withStore(options, ({ db, clock }) =>
    setAccount(
      db,
      options.account,
      {
        planCredits: options.planCredits,
        bonusCredits: options.bonus,
        status: options.status,
        pastDueSinceMs: options.pastDueSince,
        creditsUsed: options.used,
        planStartedMs: options.start,
      },
      clock.now(),
    ),
  );
  printJson(summary);
}

export function addAccountCommands(program: Command): void {
  const account = program
    .command("account")
    .description("Show or change the local account: plan, allowance and status.");
  account
    .command("show")
    .description("Print the account as JSON.")
    .addOption(accountOption())
    .action(withGlobals(showCommand));
  account
    .command("set")
    .description("Change the account, or create it if it is new, and print it as JSON.")
    .addOption(accountOption())
    .option("--plan-credits <n>", "credits of the plan each month", parseCredits)
    .option("--bonus <n>", "bonus credits each month", parseCredits)
    .addOption(new Option("--status <status>", "status of the plan").choices(planStatus.options))
    .option("--past-due-since <iso>", "when a past_due plan became unpaid", parseInstant)
    .option("--used <n>", "credits used in the current period", parseCredits)
    .option("--start <date>", "start date of the plan", parseDay)
    .action(withGlobals(setCommand));
}
