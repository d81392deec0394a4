import { books } from "./books.js";
import { cameras } from "./cameras.js";
import type { Category } from "./category.js";
import { desk } from "./desk.js";
import { headphones } from "./headphones.js";
import { kitchen } from "./kitchen.js";
import { laptops } from "./laptops.js";
import { monitors } from "./monitors.js";
import { outdoor } from "./outdoor.js";
import { smartHome } from "./smart-home.js";
import { speakers } from "./speakers.js";
import { storage } from "./storage.js";
import { tools } from "./tools.js";
import { toys } from "./toys.js";

export const categories: readonly Category[] = [
  headphones,
  speakers,
  laptops,
  monitors,
  cameras,
  storage,
  desk,
  smartHome,
  kitchen,
  tools,
  toys,
  outdoor,
  books,
];
